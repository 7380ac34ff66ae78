import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonLook } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** What is not there looks like what is not yours. */
export const NotFound = () => (
  <EmptyState
    icon={Compass}
    title="Not found"
    action={
      <Link to="/" className={buttonLook()}>
        Go to your workspace
      </Link>
    }
  >
    This page doesn't exist, or you don't have access to it.
  </EmptyState>
);
