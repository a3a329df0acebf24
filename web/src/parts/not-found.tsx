import { Link } from "@tanstack/react-router";
import { t } from "../texts/index.ts";
import { Page } from "./page.tsx";

export function NotFound() {
  return (
    <Page title={t.notFound.title} lead={t.notFound.text}>
      <Link to="/" className="button">
        {t.notFound.action}
      </Link>
    </Page>
  );
}
