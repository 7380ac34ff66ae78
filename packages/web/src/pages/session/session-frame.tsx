import type { ReactNode } from "react";
import { useDocumentTitle } from "../../components/page-header.tsx";
import { Logo } from "../../frame/logo.tsx";

interface SessionFrameProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Link to the alternative page. */
  footer?: ReactNode;
}

/** Layout of the pages outside a workspace. */
export function SessionFrame({ title, description, children, footer }: SessionFrameProps) {
  useDocumentTitle(title);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-94 flex-col justify-center px-4 py-12">
      <Logo className="mb-6 size-8" />
      <h1 className="text-20 font-semibold tracking-[-0.01em]">{title}</h1>
      {description !== undefined && <p className="mt-1 text-14 text-muted">{description}</p>}
      <div className="mt-6 flex flex-col gap-4">{children}</div>
      {footer !== undefined && <p className="mt-6 text-13 text-muted">{footer}</p>}
    </main>
  );
}

export const textLink = "font-medium text-accent underline-offset-2 hover:underline";
