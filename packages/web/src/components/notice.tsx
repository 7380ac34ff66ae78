import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

const TONES = {
  info: { icon: Info, look: "bg-accent-soft", iconLook: "text-accent" },
  success: { icon: CircleCheck, look: "bg-success-soft", iconLook: "text-success" },
  warning: { icon: TriangleAlert, look: "bg-warning-soft", iconLook: "text-warning" },
  danger: { icon: CircleAlert, look: "bg-danger-soft", iconLook: "text-danger" },
};

interface NoticeProps {
  tone: keyof typeof TONES;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Something that the reader of this page has to know; read aloud when it appears. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const { icon: Icon, look, iconLook } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cx("flex flex-wrap gap-3 rounded-md p-3 text-13", look)}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", iconLook)} />
        <div className="min-w-0 flex-1">
          <p className="font-medium text-text">{title}</p>
          {children !== undefined && <div className="mt-0.5 break-words text-text">{children}</div>}
        </div>
      </div>
      {Boolean(actions) && <div className="ml-auto">{actions}</div>}
    </div>
  );
}
