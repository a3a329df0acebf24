import type { TopicDetail } from "@answerscope/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api.ts";
import { t } from "../texts/index.ts";
import { TextArea, TextField } from "./field.tsx";
import { Modal } from "./modal.tsx";
import { useToast } from "./toaster.tsx";

type Words = { name: string; category: string; url: string; aliases: string; description: string; weight: string };

const wordsOf = (topic: TopicDetail | undefined): Words => ({
  name: topic?.name ?? "",
  category: topic?.category ?? "",
  url: topic?.url ?? "",
  aliases: topic?.aliases.join(", ") ?? "",
  description: topic?.description ?? "",
  weight: String(topic?.weight ?? 1),
});

function faultsOf({ name, url, weight }: Words): Partial<Record<keyof Words, string>> {
  const amount = Number(weight);
  return {
    ...(name.trim() === "" ? { name: t.topicForm.nameNeeded } : {}),
    ...(url !== "" && !/^https?:\/\/\S+\.\S+/.test(url) ? { url: t.topicForm.urlWrong } : {}),
    ...(amount >= 0.01 && amount <= 100 ? {} : { weight: t.topicForm.weightWrong }),
  };
}

const bodyOf = ({ name, category, url, aliases, description, weight }: Words) => ({
  name: name.trim(),
  category: category.trim() || null,
  url: url.trim() || null,
  description: description.trim() || null,
  aliases: aliases
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean),
  weight: Number(weight),
});

/** Adds a topic, or changes one. */
export function TopicForm({ topic, isOpen, onClose }: { topic?: TopicDetail; isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      title={topic ? t.topicForm.edit(topic.name) : t.topics.add}
      text={topic ? undefined : t.topicForm.text}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Form topic={topic} onClose={onClose} />
    </Modal>
  );
}

function Form({ topic, onClose }: { topic: TopicDetail | undefined; onClose: () => void }) {
  const [words, setWords] = useState(() => wordsOf(topic));
  const [isTouched, setIsTouched] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { say, complain } = useToast();
  const save = useMutation({
    mutationFn: () =>
      topic ? api.changeTopic({ id: topic.id, body: bodyOf(words) }) : api.createTopic({ body: bodyOf(words) }),
    onSuccess: async ({ data }) => {
      say(topic ? t.saved : t.topicForm.added(data.name));
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["topics"] });
      if (!topic) await navigate({ to: "/topics/$id", params: { id: data.id } });
    },
    onError: complain,
  });
  const faults = faultsOf(words);
  const faultOf = (field: keyof Words) =>
    isTouched || words[field] !== wordsOf(topic)[field] ? faults[field] : undefined;
  const bind = (field: keyof Words) => ({
    value: words[field],
    error: faultOf(field),
    onChange: (event: { target: { value: string } }) => setWords({ ...words, [field]: event.target.value }),
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTouched(true);
        if (Object.keys(faults).length === 0) save.mutate();
      }}
    >
      <TextField label={t.topicForm.name} hint={t.topicForm.nameHint} autoFocus {...bind("name")} />
      <TextField label={t.topicForm.category} hint={t.topicForm.categoryHint} {...bind("category")} />
      <TextField label={t.topicForm.aliases} hint={t.topicForm.aliasesHint} {...bind("aliases")} />
      <TextField label={t.topicForm.url} type="url" {...bind("url")} />
      <TextArea label={t.topicForm.description} rows={2} {...bind("description")} />
      <TextField label={t.topicForm.weight} hint={t.topicForm.weightHint} inputMode="decimal" {...bind("weight")} />
      <div className="mt-2 flex justify-end gap-2">
        <button type="button" className="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button type="submit" className="button button-primary" disabled={save.isPending}>
          {topic ? t.save : t.topics.add}
        </button>
      </div>
    </form>
  );
}
