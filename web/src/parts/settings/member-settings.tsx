import { type Invitation, type Member, ROLES, type Role } from "@answerscope/api";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { fromNow } from "../../format.ts";
import { t } from "../../texts/index.ts";
import { CopyButton } from "../copy-button.tsx";
import { Choice, TextField } from "../field.tsx";
import { Modal } from "../modal.tsx";
import { usePermissions } from "../permissions.ts";
import { Load, Skeleton } from "../states.tsx";
import { useToast } from "../toaster.tsx";

const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: async ({ signal }) => (await api.listMembers({ signal })).data,
});
const invitationsQuery = queryOptions({
  queryKey: ["invitations"],
  queryFn: async ({ signal }) => (await api.listInvitations({ signal })).data,
});

function useChange<T>(send: (value: T) => Promise<unknown>, words: string) {
  const queryClient = useQueryClient();
  const { say, complain } = useToast();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      say(words);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["members"] }),
        queryClient.invalidateQueries({ queryKey: ["invitations"] }),
      ]);
    },
    onError: complain,
  });
}

export function MemberSettings() {
  const members = useQuery(membersQuery);
  const { mayAdmin } = usePermissions();
  const invitations = useQuery({ ...invitationsQuery, enabled: mayAdmin });
  const [isInviting, setIsInviting] = useState(false);
  return (
    <section id="members" className="panel scroll-mt-6 p-5">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-semibold">{t.settings.sections.members}</h2>
          <p className="mt-0.5 text-quiet">{t.members.text}</p>
        </div>
        {mayAdmin && (
          <button type="button" className="button" onClick={() => setIsInviting(true)}>
            {t.members.invite}
          </button>
        )}
      </div>
      <Load query={members} skeleton={<Skeleton className="h-24" />}>
        {(all) => (
          <ul className="divide-y divide-line">
            {all.length === 0 && <li className="text-quiet">{t.members.none}</li>}
            {all.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
            {invitations.data?.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </Load>
      <Invite isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </section>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { mayAdmin } = usePermissions();
  const change = useChange((role: Role) => api.changeMember({ id: member.id, body: { role } }), t.saved);
  const remove = useChange(() => api.removeMember({ id: member.id }), t.members.removed(member.name));
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{member.name}</p>
        <p className="truncate text-xs text-faint">{member.email}</p>
      </div>
      {mayAdmin ? (
        <>
          <select
            aria-label={t.members.roleOf(member.name)}
            className="chip"
            value={member.role}
            onChange={(event) => change.mutate(event.target.value as Role)}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {t.roles[role]}
              </option>
            ))}
          </select>
          <button type="button" className="button button-quiet button-small" onClick={() => remove.mutate(undefined)}>
            {t.members.remove}
          </button>
        </>
      ) : (
        <span className="text-quiet">{t.roles[member.role]}</span>
      )}
    </li>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const revoke = useChange(() => api.revokeInvitation({ id: invitation.id }), t.members.takenBack);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-quiet">{invitation.email ?? t.members.anyone}</p>
        <p className="text-xs text-faint">
          {t.members.pending(t.roles[invitation.role].toLowerCase(), fromNow(invitation.expires_at))}
        </p>
      </div>
      <button type="button" className="button button-quiet button-small" onClick={() => revoke.mutate(undefined)}>
        {t.members.takeBack}
      </button>
    </li>
  );
}

function Invite({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const close = () => {
    onClose();
    setLink(null);
  };
  return (
    <Modal
      title={link ? t.members.ready : t.members.invite}
      text={link ? t.members.readyText : t.members.inviteText}
      isOpen={isOpen}
      onClose={close}
    >
      {link ? (
        <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken p-3">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{link}</code>
          <CopyButton text={link} />
        </div>
      ) : (
        <InviteForm onMade={setLink} />
      )}
    </Modal>
  );
}

function InviteForm({ onMade }: { onMade: (link: string) => void }) {
  const queryClient = useQueryClient();
  const { complain } = useToast();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const make = useMutation({
    mutationFn: () => api.createInvitation({ body: { role, email: email.trim() || null } }),
    onSuccess: async ({ data }) => {
      onMade(data.link);
      await queryClient.invalidateQueries({ queryKey: ["invitations"] });
    },
    onError: complain,
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        make.mutate();
      }}
    >
      <TextField
        label={t.members.email}
        hint={t.members.emailHint}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Choice
        label={t.members.role}
        hint={t.members.roleHints[role]}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      >
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {t.roles[one]}
          </option>
        ))}
      </Choice>
      <button type="submit" className="button button-primary self-end" disabled={make.isPending}>
        {t.members.make}
      </button>
    </form>
  );
}
