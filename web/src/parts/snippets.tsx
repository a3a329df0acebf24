import { Tabs } from "@base-ui/react/tabs";
import { t } from "../texts/index.ts";
import { CopyButton } from "./copy-button.tsx";
import { Panel } from "./page.tsx";

const address = location.origin;

const SNIPPETS: Record<string, string> = {
  curl: `export KEY=apin_...

curl -H "X-API-Key: $KEY" "${address}/api/v1/topics?limit=10"
curl -H "X-API-Key: $KEY" -X POST "${address}/api/v1/scans"
curl -H "X-API-Key: $KEY" "${address}/api/v1/analytics?type=engines"`,
  TypeScript: `import { createClient } from "@answerscope/api/client";

const answerscope = createClient({ baseUrl: "${address}", apiKey: process.env.KEY ?? "" });

const { data: topics } = await answerscope.listTopics({ query: { limit: 10 } });
for (const { name, visibility_score_overall } of topics) console.log(name, visibility_score_overall);

const { data: scan } = await answerscope.startScan();
for await (const { status, completed_queries } of answerscope.watchScan({ id: scan.id })) {
  console.log(status, completed_queries);
}`,
  Python: `import json, os, urllib.request

def ask(path, method="GET"):
    request = urllib.request.Request("${address}/api/v1" + path, method=method,
                                     headers={"X-API-Key": os.environ["KEY"]})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)

for topic in ask("/topics?limit=10")["data"]:
    print(topic["name"], topic["visibility_score_overall"])

print(ask("/scans", "POST")["data"]["id"])`,
};

/** Ready to run against this very server. */
export function Snippets() {
  return (
    <Panel title={t.developers.try} text={t.developers.tryText(address)}>
      <Tabs.Root defaultValue="curl">
        <Tabs.List className="mb-3 flex gap-5 border-b border-line">
          {Object.keys(SNIPPETS).map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              className="-mb-px cursor-pointer border-b-2 border-transparent pb-2 text-quiet hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink"
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(SNIPPETS).map(([name, code]) => (
          <Tabs.Panel key={name} value={name} className="relative outline-none">
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
              className="overflow-x-auto rounded-lg bg-sunken p-4 pr-24 font-mono text-[0.8125rem] leading-relaxed"
            >
              {code}
            </pre>
            <div className="absolute top-2.5 right-2.5">
              <CopyButton text={code} />
            </div>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Panel>
  );
}
