import type { Session } from "@answerscope/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, chooseBrand } from "../api.ts";
import { ErrorState } from "../parts/states.tsx";
import { queryClient } from "../query-client.ts";
import { sessionQuery } from "../session.ts";
import { t } from "../texts/index.ts";
import { Doorway, SignInForm, SignUpForm } from "./sign-in.tsx";

/** Where an invitation's link leads: sign up or in, and join. */
export function Invitation({ session }: { session: Session }) {
  const { token = "" } = useSearch({ strict: false }) as { token?: string };
  const navigate = useNavigate();
  const [hasAccount, setHasAccount] = useState(false);
  const invited = useQuery({
    queryKey: ["invitation", token],
    queryFn: async ({ signal }) => (await api.lookUpInvitation({ query: { token }, signal })).data,
    retry: false,
  });
  const enter = async (brandId: string) => {
    chooseBrand(brandId);
    await queryClient.invalidateQueries(sessionQuery);
    await navigate({ to: "/" });
  };
  const accept = useMutation({
    mutationFn: () => api.acceptInvitation({ body: { token } }),
    onSuccess: ({ data }) => enter(data.brand.id),
  });
  if (invited.error) {
    return (
      <Doorway title={t.invitation.gone} text={t.invitation.goneText}>
        <ErrorState error={invited.error} />
      </Doorway>
    );
  }
  if (!invited.data) return null;
  const { brand, role, email } = invited.data;
  return (
    <Doorway title={t.invitation.title(brand.name)} text={t.invitation.text(t.roles[role].toLowerCase())}>
      {session.user ? (
        <>
          <button
            type="button"
            className="button button-primary"
            disabled={accept.isPending}
            onClick={() => accept.mutate()}
          >
            {t.invitation.accept(session.user.email)}
          </button>
          {accept.error && (
            <p role="alert" className="mt-3 text-danger">
              {accept.error.message}
            </p>
          )}
        </>
      ) : hasAccount ? (
        <SignInForm />
      ) : (
        <SignUpForm invitation={{ token, email }} onEntered={() => enter(brand.id)} />
      )}
      {!session.user && (
        <button
          type="button"
          className="link mt-6 self-start text-[0.8125rem]"
          onClick={() => setHasAccount(!hasAccount)}
        >
          {hasAccount ? t.invitation.noAccount : t.invitation.hasAccount}
        </button>
      )}
    </Doorway>
  );
}
