import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changePassword } from "../../session.ts";
import { t } from "../../texts/index.ts";
import { TextField } from "../field.tsx";
import { useToast } from "../toaster.tsx";

/** One's own password; changing it signs out everywhere else. */
export function PasswordSettings() {
  const [words, setWords] = useState({ current: "", next: "" });
  const { say, complain } = useToast();
  const change = useMutation({
    mutationFn: () => changePassword(words.current, words.next),
    onSuccess: () => {
      say(t.account.changed);
      setWords({ current: "", next: "" });
    },
    onError: complain,
  });
  return (
    <form
      id="account"
      className="panel scroll-mt-6 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <h2 className="font-semibold">{t.settings.sections.account}</h2>
      <p className="mt-0.5 mb-5 text-quiet">{t.account.text}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.account.current}
          type="password"
          autoComplete="current-password"
          value={words.current}
          onChange={(event) => setWords({ ...words, current: event.target.value })}
        />
        <TextField
          label={t.account.next}
          hint={t.signIn.passwordHint(10)}
          type="password"
          autoComplete="new-password"
          value={words.next}
          onChange={(event) => setWords({ ...words, next: event.target.value })}
        />
      </div>
      <button
        type="submit"
        className="button mt-4"
        disabled={words.current === "" || words.next.length < 10 || change.isPending}
      >
        {t.account.change}
      </button>
    </form>
  );
}
