import {
  acceptInvitation,
  createInvitation,
  invitedTo,
  openInvitation,
  revokeInvitation,
} from "../../app/invitations.ts";
import { changeMember, removeMember } from "../../app/members.ts";
import type { Handlers } from "../bind.ts";

export const memberHandlers: Pick<
  Handlers,
  | "listMembers"
  | "changeMember"
  | "removeMember"
  | "listInvitations"
  | "createInvitation"
  | "revokeInvitation"
  | "lookUpInvitation"
  | "acceptInvitation"
> = {
  listMembers: async ({ stores }, { brandId }) => ({ data: await stores.members.list(brandId) }),

  changeMember: async (deps, { brandId }, { id, body }) => ({
    data: await changeMember(deps, brandId, id, body.role),
  }),

  removeMember: async (deps, caller, { id }) => void (await removeMember(deps, caller, id)),

  listInvitations: async ({ stores, now }, { brandId }) => ({ data: await stores.invitations.open(brandId, now()) }),

  createInvitation: async (deps, { brandId }, { body, origin }) => ({
    data: await createInvitation(deps, brandId, body, origin),
  }),

  revokeInvitation: async (deps, { brandId }, { id }) => void (await revokeInvitation(deps, brandId, id)),

  lookUpInvitation: async ({ stores, now }, _, { query }) => ({
    data: invitedTo(await openInvitation(stores, query.token, now())),
  }),

  acceptInvitation: async (deps, { person }, { body }) => ({ data: await acceptInvitation(deps, person, body.token) }),
};
