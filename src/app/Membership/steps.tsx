import type { ReactElement } from "react";
import { SectionHead } from "#src/site/lists/section-head.tsx";
import "./steps.css";

/** Joining as visitors see it (product 4.3): what, who does it, how long it takes. */
const STEPS = [
  ["填写申请", "本人", "约 15 分钟，可存草稿"],
  ["审核", "会员部", "1—3 个工作日"],
  ["理事会审议", "仅理事级别", "按会议批次"],
  ["缴纳会费", "本人", "转账备注参考码"],
  ["上传凭证", "本人", "图片或 PDF"],
  ["财务确认", "财务部", "1—2 个工作日"],
  ["电子会员证", "系统", "即时生成，可验真"],
] as const;

/** The steps as a branch that grows leaves; a list from top to bottom where there is less room. */
export function Steps({ children }: { readonly children: ReactElement }): ReactElement {
  return (
    <section className="join-steps" aria-labelledby="steps">
      <SectionHead
        id="steps"
        title="入会流程"
        note="从申请到拿到电子会员证，个人会员一般需要 3 至 5 个工作日"
      />
      <div className="join-band">
        <div className="join-branch">
          <img src="/art/branch.svg" alt="" width="1200" height="344" />
          <ol>
            {STEPS.map(([what, who, time], index) => (
              <li key={what}>
                <span aria-hidden="true">{index + 1}</span>
                <h3>{what}</h3>
                <p className="join-who">{who}</p>
                <p>{time}</p>
              </li>
            ))}
          </ol>
        </div>
        {children}
      </div>
    </section>
  );
}
