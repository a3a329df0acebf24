import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, chooseBrand } from "../api.ts";
import { TextField } from "../parts/field.tsx";
import { Page } from "../parts/page.tsx";
import { isDomain } from "../parts/settings/brand-settings.tsx";
import { useToast } from "../parts/toaster.tsx";
import { enginesQuery, topicsQuery } from "../queries.ts";
import { queryClient } from "../query-client.ts";
import { currentBrand, type SessionBrand, sessionQuery } from "../session.ts";
import { t } from "../texts/index.ts";

/** From nothing to a first scan: who you are, what buyers ask about, whom to ask. */
export function Start() {
  const { data: session } = useQuery(sessionQuery);
  const current = session ? currentBrand(session) : null;
  return (
    <Page title={t.start.title} lead={t.start.lead}>
      {current && !current.demo ? <Steps brand={current} /> : <NewBrand />}
    </Page>
  );
}

function NewBrand() {
  const { complain } = useToast();
  const [name, setName] = useState("");
  const [domain, setDomain] = useState("");
  const create = useMutation({
    mutationFn: () => api.createBrand({ body: { name: name.trim(), domain: domain.trim() || null } }),
    onSuccess: async ({ data }) => {
      chooseBrand(data.id);
      await queryClient.resetQueries();
    },
    onError: complain,
  });
  const isWrong = domain.trim() !== "" && !isDomain(domain.trim());
  return (
    <form
      className="panel flex max-w-xl flex-col gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <TextField
        label={t.settings.name}
        hint={t.start.nameHint}
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t.settings.domain}
        placeholder="acme.com"
        error={isWrong ? t.settings.domainWrong : null}
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
      />
      <button
        type="submit"
        className="button button-primary self-start"
        disabled={name.trim() === "" || isWrong || create.isPending}
      >
        {t.start.create}
      </button>
    </form>
  );
}

function Steps({ brand }: { brand: SessionBrand }) {
  const { data: topics = [] } = useQuery(topicsQuery);
  const { data: engines = [] } = useQuery(enginesQuery);
  const usable = engines.filter(({ id, available }) => available && id !== "simulated");
  const navigate = useNavigate();
  const isReady = topics.length > 0 && usable.length > 0;
  return (
    <ol className="flex flex-col gap-4">
      <Step number={1} title={t.start.who(brand.name)} isDone={brand.domain !== null}>
        <p className="text-quiet">{t.start.whoText}</p>
        <Link to="/settings" hash="brand" className="button mt-3">
          {t.start.whoAction}
        </Link>
      </Step>
      <Step number={2} title={t.start.topics} isDone={topics.length > 0}>
        <p className="mb-3 text-quiet">
          {topics.length > 0 ? t.start.topicsDone(topics.map(({ name }) => name)) : t.start.topicsText}
        </p>
        <AddTopic />
      </Step>
      <Step number={3} title={t.start.engines} isDone={usable.length > 0}>
        <p className="text-quiet">
          {usable.length > 0 ? t.start.enginesDone(usable.map(({ label }) => label)) : t.start.enginesText}
        </p>
        <Link to="/settings" hash="engines" className="button mt-3">
          {t.start.enginesAction}
        </Link>
      </Step>
      <Step number={4} title={t.start.scan} isDone={false}>
        <p className="text-quiet">{isReady ? t.start.scanReady : t.start.scanText}</p>
        <button
          type="button"
          className="button button-primary mt-3"
          disabled={!isReady}
          onClick={() => void navigate({ to: "/scans", search: { run: true } })}
        >
          {t.scans.run}
        </button>
      </Step>
    </ol>
  );
}

function Step({
  number,
  title,
  isDone,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}) {
  return (
    <li className="panel flex gap-4 p-5">
      <span
        className={`figures grid size-7 shrink-0 place-items-center rounded-full text-[0.8125rem] font-semibold ${isDone ? "bg-up-soft text-up" : "bg-sunken text-quiet"}`}
      >
        {isDone ? <Check size={15} aria-label={t.start.done} /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

function AddTopic() {
  const { say, complain } = useToast();
  const [name, setName] = useState("");
  const [category, setCategory] = useState("");
  const add = useMutation({
    mutationFn: () => api.createTopic({ body: { name: name.trim(), category: category.trim() || null } }),
    onSuccess: async ({ data }) => {
      say(t.topicForm.added(data.name));
      setName("");
      setCategory("");
      await queryClient.invalidateQueries({ queryKey: ["topics"] });
    },
    onError: complain,
  });
  return (
    <form
      className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextField
        label={t.topicForm.name}
        placeholder={t.start.topicExample}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t.topicForm.category}
        placeholder={t.start.categoryExample}
        value={category}
        onChange={(event) => setCategory(event.target.value)}
      />
      <button type="submit" className="button" disabled={name.trim() === "" || add.isPending}>
        {t.topics.add}
      </button>
    </form>
  );
}
