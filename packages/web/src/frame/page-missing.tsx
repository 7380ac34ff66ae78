import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonLook } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { useDocumentTitle } from "./use-document-title.ts";

/** What is not there looks like what is not yours. */
export function PageMissing() {
  useDocumentTitle("Not found");
  return (
    <main className="mx-auto max-w-180 p-4 pt-16">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={Compass}
        title="Nothing is here"
        action={
          <Link to="/" className={buttonLook()}>
            To your workspace
          </Link>
        }
      >
        The page does not exist, or you are not a member of its workspace.
      </EmptyState>
    </main>
  );
}
