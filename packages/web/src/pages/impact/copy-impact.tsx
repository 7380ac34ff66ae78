import { Menu as Primitive } from "@base-ui/react/menu";
import type { Impact } from "@knockon/contract/resources/impact";
import { Braces, Copy, FileText, Terminal } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { showToast } from "../../components/show-toast.ts";
import { Menu, menuItemLook } from "../../frame/menu.tsx";
import { toCurl, toMarkdown } from "./copied-impact.ts";
import { questionOf, type ImpactSearch } from "./impact-search.ts";
import type { Subject } from "./impact-sentence.ts";

interface CopyImpactProps {
  subject: Subject;
  impact: Impact;
  search: ImpactSearch;
}

/** The answer for a pull request, for a program, or as the question to ask again. */
export function CopyImpact({ subject, impact, search }: CopyImpactProps) {
  const forms = [
    { name: "Markdown", icon: FileText, text: () => toMarkdown(subject, impact, location.href) },
    { name: "JSON", icon: Braces, text: () => JSON.stringify(impact, null, 2) },
    { name: "curl", icon: Terminal, text: () => toCurl(location.origin, questionOf(search)) },
  ];
  return (
    <Menu trigger={<Button icon={Copy}>Copy as</Button>}>
      {forms.map(({ name, icon: Icon, text }) => (
        <Primitive.Item key={name} className={menuItemLook} onClick={() => void copy(name, text())}>
          <Icon aria-hidden className="size-4 text-muted" />
          {name}
        </Primitive.Item>
      ))}
    </Menu>
  );
}

async function copy(name: string, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast(`Copied as ${name}`);
}
