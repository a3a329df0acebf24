import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AnswerscopeError, api } from "../api.ts";
import { count, duration, usd } from "../format.ts";
import { brandQuery, enginesQuery, estimateQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { EngineGlyph } from "./engine.tsx";
import { Check } from "./field.tsx";
import { Modal } from "./modal.tsx";
import { Load, Skeleton } from "./states.tsx";
import { useToast } from "./toaster.tsx";

/** Which engines, how many questions, about how much and how long: then go. */
export function RunScan({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal title={t.run.title} text={t.run.text} isOpen={isOpen} onClose={onClose}>
      <Choices onClose={onClose} />
    </Modal>
  );
}

function Choices({ onClose }: { onClose: () => void }) {
  const brand = useQuery(brandQuery);
  const engines = useQuery(enginesQuery);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const usual =
    brand.data?.engines ??
    engines.data?.filter(({ id, available }) => available && id !== "simulated").map(({ id }) => id) ??
    [];
  const selected = chosen ?? usual;
  const toggle = (id: string) =>
    setChosen(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <Load query={engines} skeleton={<Skeleton className="h-64" />}>
      {(all) => (
        <>
          <fieldset>
            <legend className="mb-3 text-[0.8125rem] font-medium">{t.run.engines}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {all
                .filter(({ id }) => id !== "simulated")
                .map((engine) => (
                  <Check
                    key={engine.id}
                    label={
                      <span className="inline-flex items-center gap-2">
                        <EngineGlyph engine={engine.id} /> {engine.label}
                      </span>
                    }
                    hint={engine.available ? undefined : engine.reason}
                    checked={selected.includes(engine.id)}
                    disabled={!engine.available}
                    onChange={() => toggle(engine.id)}
                  />
                ))}
            </div>
          </fieldset>
          <Estimate engines={selected} onClose={onClose} />
        </>
      )}
    </Load>
  );
}

function Estimate({ engines, onClose }: { engines: string[]; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { complain } = useToast();
  const estimate = useQuery({ ...estimateQuery(engines), enabled: engines.length > 0 });
  const start = useMutation({
    mutationFn: () => api.startScan({ body: { engines }, idempotencyKey: crypto.randomUUID() }),
    onSuccess: async ({ data: { id } }) => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["scans"] });
      await navigate({ to: "/scans/$id", params: { id } });
    },
    onError: (error) => {
      const active =
        error instanceof AnswerscopeError ? (error.body as { active_scan_id?: string }).active_scan_id : undefined;
      if (active) void navigate({ to: "/scans/$id", params: { id: active } });
      else complain(error);
    },
  });
  const data = engines.length > 0 ? estimate.data : undefined;
  const isFree = data?.engines.every(({ surface }) => surface === "simulated") ?? false;
  const cost = isFree ? t.run.free : data ? t.run.about(usd(data.cost_usd)) : "";
  const unknown = data?.engines.some(({ cost_usd }) => cost_usd === null);
  return (
    <div className="mt-6 border-t border-line pt-5">
      {engines.length === 0 && <p className="mb-4 text-quiet">{t.run.chooseOne}</p>}
      {data && (
        <p className="figures mb-4 text-quiet">
          {t.run.estimate(count(data.total_queries), data.topics, duration(data.seconds))}{" "}
          {data.budget.left_usd !== null && t.run.budget(usd(data.budget.left_usd))} {unknown && t.run.unknownPrice}{" "}
          {!data.within_budget && <strong className="text-down">{t.run.overBudget}</strong>}
        </p>
      )}
      {data?.refusal && (
        <p role="alert" className="mb-4 rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {data.refusal.error}
        </p>
      )}
      {estimate.error && <p className="mb-4 text-danger">{estimate.error.message}</p>}
      <button
        type="button"
        className="button button-primary w-full"
        disabled={!data || data.refusal !== null || start.isPending}
        onClick={() => start.mutate()}
      >
        {data ? t.run.button(count(data.total_queries), cost) : t.scans.run}
      </button>
    </div>
  );
}
