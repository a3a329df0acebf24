import type { BrandChange } from "@answerscope/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../api.ts";
import { sessionQuery } from "../../session.ts";
import { t } from "../../texts/index.ts";
import { usePermissions } from "../permissions.ts";
import { useToast } from "../toaster.tsx";

/** Changes the brand, says so, and reads again what depends on it. */
export function useBrandChange() {
  const queryClient = useQueryClient();
  const { say, complain } = useToast();
  return useMutation({
    mutationFn: (change: BrandChange) => api.changeBrand({ body: change }),
    onSuccess: async () => {
      say(t.saved);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["brand"] }),
        queryClient.invalidateQueries({ queryKey: ["scans", "estimate"] }),
        queryClient.invalidateQueries(sessionQuery),
      ]);
    },
    onError: complain,
  });
}

type Props = {
  id: string;
  title: string;
  text: ReactNode;
  children: ReactNode;
  isChanged: boolean;
  isFaulty?: boolean;
  isBusy: boolean;
  onSave: () => void;
};

/** A section that is saved as a whole; its button wakes up when something changed. */
export function SettingsForm({ id, title, text, children, isChanged, isFaulty = false, isBusy, onSave }: Props) {
  const { mayWrite } = usePermissions();
  return (
    <form
      id={id}
      aria-label={title}
      className="panel scroll-mt-6 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isFaulty) onSave();
      }}
    >
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-0.5 mb-5 max-w-2xl text-quiet">{text}</p>
      <fieldset disabled={!mayWrite} className="flex flex-col gap-4">
        {children}
        {mayWrite && (
          <button
            type="submit"
            className="button button-primary self-start"
            disabled={!isChanged || isFaulty || isBusy}
          >
            {t.save}
          </button>
        )}
      </fieldset>
    </form>
  );
}
