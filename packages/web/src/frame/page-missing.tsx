import { NotFound } from "../components/not-found.tsx";
import { useDocumentTitle } from "./use-document-title.ts";

export function PageMissing() {
  useDocumentTitle("Not found");
  return (
    <main className="mx-auto max-w-180 p-4 pt-16">
      <h1 className="sr-only">Not found</h1>
      <NotFound />
    </main>
  );
}
