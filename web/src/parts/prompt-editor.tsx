import { FUNNEL_STAGES, type FunnelStage, type Prompt } from "@answerscope/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../api.ts";
import { promptsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { Panel } from "./page.tsx";
import { usePermissions } from "./permissions.ts";
import { Load, Skeleton } from "./states.tsx";
import { useToast } from "./toaster.tsx";

/** The questions of a topic, by stage: what a scan asks is what people see here. */
export function PromptEditor({ topicId }: { topicId: string }) {
  const prompts = useQuery(promptsQuery(topicId));
  return (
    <Panel title={t.prompts.title} text={t.prompts.text}>
      <Load query={prompts} skeleton={<Skeleton className="h-48" />}>
        {(all) => (
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
            {FUNNEL_STAGES.map((stage) => (
              <section key={stage}>
                <h3 className="mb-2 text-[0.8125rem] font-medium text-quiet">{t.stages[stage]}</h3>
                <ul className="space-y-2">
                  {all
                    .filter(({ funnel_stage }) => funnel_stage === stage)
                    .map((prompt) => (
                      <PromptRow key={prompt.id} prompt={prompt} />
                    ))}
                </ul>
                <AddPrompt topicId={topicId} stage={stage} />
              </section>
            ))}
          </div>
        )}
      </Load>
    </Panel>
  );
}

function useSave<T>(topicId: string, send: (value: T) => Promise<unknown>, words: string, after?: () => void) {
  const queryClient = useQueryClient();
  const { say, complain } = useToast();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      say(words);
      after?.();
      await queryClient.invalidateQueries({ queryKey: ["prompts", topicId] });
    },
    onError: complain,
  });
}

function PromptRow({ prompt }: { prompt: Prompt }) {
  const { mayWrite } = usePermissions();
  const [text, setText] = useState(prompt.text);
  const isChanged = text.trim() !== prompt.text && text.trim() !== "";
  const save = useSave(
    prompt.topic_id,
    () => api.changePrompt({ id: prompt.id, body: { text: text.trim() } }),
    t.prompts.saved,
  );
  const remove = useSave(prompt.topic_id, () => api.deletePrompt({ id: prompt.id }), t.prompts.deleted);
  return (
    <li className="group relative">
      <textarea
        aria-label={t.prompts.prompt}
        className="field resize-none pr-9! text-[0.8125rem] [field-sizing:content]"
        value={text}
        readOnly={!mayWrite}
        onChange={(event) => setText(event.target.value)}
      />
      {mayWrite && !isChanged && (
        <button
          type="button"
          aria-label={t.prompts.delete}
          title={t.prompts.delete}
          className="absolute top-2 right-2 rounded p-1 text-faint hover:text-danger"
          onClick={() => remove.mutate(undefined)}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      )}
      {isChanged && (
        <div className="mt-1 flex items-center gap-2 text-xs">
          <button type="button" className="button button-small" onClick={() => save.mutate(undefined)}>
            {t.save}
          </button>
          <button type="button" className="button button-quiet button-small" onClick={() => setText(prompt.text)}>
            {t.cancel}
          </button>
          <span className="text-warn">{t.prompts.breaks}</span>
        </div>
      )}
    </li>
  );
}

function AddPrompt({ topicId, stage }: { topicId: string; stage: FunnelStage }) {
  const { mayWrite } = usePermissions();
  const [text, setText] = useState("");
  const add = useSave(
    topicId,
    () => api.createPrompt({ body: { topic_id: topicId, funnel_stage: stage, text: text.trim() } }),
    t.prompts.added,
    () => setText(""),
  );
  if (!mayWrite) return null;
  return (
    <form
      className="mt-2 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") add.mutate(undefined);
      }}
    >
      <input
        aria-label={t.prompts.new(t.stages[stage])}
        className="field text-[0.8125rem]"
        placeholder={t.stageQuestions[stage]}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="submit"
        className="button px-2.5"
        aria-label={t.prompts.add}
        disabled={text.trim() === "" || add.isPending}
      >
        <Plus size={15} aria-hidden="true" />
      </button>
    </form>
  );
}
