import type { ReactElement } from "react";
import { ElderSwitch, ElderTools } from "../elder/elder-tools.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { Brand } from "./brand.tsx";
import { MainMenu } from "./main-menu.tsx";
import { PhoneToggles } from "./phone-menu.tsx";
import type { MenuItem, SiteFacts } from "./site-facts.ts";
import { VisitorCorner } from "./visitor-corner.tsx";

interface HeaderProps {
  readonly site: SiteFacts;
  readonly menu: readonly MenuItem[];
}

/** Masthead and menu. One set of elements: phones and elder mode arrange it by CSS. */
export function Header({ site, menu }: HeaderProps): ReactElement {
  return (
    <header className="site-header">
      <div className="masthead wrap">
        <Brand site={site} />
        <SearchBox />
        <div className="masthead-actions">
          <ElderSwitch />
          <VisitorCorner />
        </div>
        <PhoneToggles items={menu} site={site} />
        <ElderTools />
      </div>
      <MainMenu items={menu} />
    </header>
  );
}
