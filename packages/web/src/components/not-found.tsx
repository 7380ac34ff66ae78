import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonLook } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** What is not there looks like what is not yours. */
export const NotFound = () => (
  <EmptyState
    icon={Compass}
    title="Nothing is here"
    action={
      <Link to="/" className={buttonLook()}>
        To your workspace
      </Link>
    }
  >
    It does not exist any more, or is in a workspace that you are no member of.
  </EmptyState>
);
