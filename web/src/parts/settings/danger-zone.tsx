import type { Brand } from "@answerscope/api";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { queryClient } from "../../query-client.ts";
import { t } from "../../texts/index.ts";
import { TextField } from "../field.tsx";
import { Modal } from "../modal.tsx";
import { usePermissions } from "../permissions.ts";
import { useToast } from "../toaster.tsx";

/** What cannot be undone asks for the brand's name. */
export function DangerZone({ brand }: { brand: Brand }) {
  const { mayAdmin } = usePermissions();
  const { complain } = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const [name, setName] = useState("");
  const remove = useMutation({
    mutationFn: () => api.deleteBrand({ body: { name } }),
    onSuccess: () => {
      queryClient.clear();
      location.assign("/");
    },
    onError: complain,
  });
  if (!mayAdmin) return null;
  return (
    <section id="danger" className="scroll-mt-6 rounded-xl border border-danger/40 p-5">
      <h2 className="font-semibold text-danger">{t.settings.sections.danger}</h2>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-quiet">{t.danger.text}</p>
        <button type="button" className="button button-danger" onClick={() => setIsAsking(true)}>
          {t.danger.delete}
        </button>
      </div>
      <Modal
        title={t.danger.title(brand.name)}
        text={t.danger.ask}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate();
          }}
        >
          <TextField
            label={t.danger.name(brand.name)}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <button
            type="submit"
            className="button button-danger self-end"
            disabled={name !== brand.name || remove.isPending}
          >
            {t.danger.delete}
          </button>
        </form>
      </Modal>
    </section>
  );
}
