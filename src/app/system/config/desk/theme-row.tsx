import { THEMES, tonesOf } from "#src/site/shell/theme.ts";
import { RowActs, RowBox, RowProblem, type RowProps } from "../row-parts.tsx";

/** 主题色: one of the presets, and what links and buttons look like with it. */
export function ThemeRow(props: RowProps & { saved: string }) {
  const { draft, saved, problem, mayEdit, onChange } = props;
  const value = draft ?? saved;
  const tones = tonesOf(/^#[\da-f]{6}$/i.test(value) ? value : THEMES[0][0]);
  return (
    <RowBox
      name="主题色"
      settingKey="site.theme"
      note="公开网站的链接、按钮和重点颜色。文字颜色自动加深，保证看得清。"
      draft={draft}
    >
      <div className="cf-value">
        <div className="dp-choices" role="radiogroup" aria-label="主题色">
          {THEMES.map(([colour, name]) => (
            <label key={colour}>
              <input
                type="radio"
                name="site-theme"
                disabled={!mayEdit}
                checked={value === colour}
                onChange={() => onChange(colour === saved ? undefined : colour)}
              />
              <i className="dp-swatch" style={{ background: colour }} aria-hidden="true" />
              {name}
            </label>
          ))}
        </div>
        <div className="dp-preview st-theme" aria-hidden="true">
          <span style={{ color: tones.ink }}>链接文字</span>
          <span className="st-button" style={{ background: tones.ink }}>
            按钮
          </span>
          <span className="st-tint" style={{ background: tones.faint, color: tones.ink }}>
            浅底重点
          </span>
        </div>
        <RowProblem problem={problem} />
        <RowActs {...props} name="主题色" />
      </div>
    </RowBox>
  );
}
