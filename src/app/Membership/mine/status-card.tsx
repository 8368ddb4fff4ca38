import type { ReactElement } from "react";
import { KIND_NAMES, TYPE_NAMES } from "#src/lib/membership/fees.ts";
import type { Info } from "../../system/sign/wire.ts";

type Props = { readonly info: Info; readonly phone: string };

type Told = { title: string; text: string; href?: string; label?: string };

const APPLY = "/Membership/apply";

/** What the matter is and the one next step, by the state of the application: product 4.3. */
function toldOf({ sign, fee, allowed }: Info): Told {
  if (!sign) {
    return {
      title: "您还没有申请入会",
      text: "填写申请约需 15 分钟，随时可以停下，内容自动保存。",
      href: APPLY,
      label: "开始入会",
    };
  }
  const until = sign.deadlineAt ? `请在 ${sign.deadlineAt.slice(0, 10)} 前办理。` : "";
  switch (sign.state) {
    case 0:
      return {
        title: "申请还没有提交",
        text: "已填写的内容都在。",
        href: APPLY,
        label: "继续填写",
      };
    case 1:
      return { title: "正在审核", text: "预计 3 个工作日内完成，结果会以短信和站内消息告知您。" };
    case 2:
      return { title: "需要修改", text: `${sign.opinion} ${until}`, href: APPLY, label: "去修改" };
    case 3:
      return { title: "等待理事会审议", text: "初审已经通过，理事会审议后通知您缴纳会费。" };
    case 4:
      return {
        title: "请缴纳会费",
        text: `${sign.opinion ? `${sign.opinion}。` : ""}${until}`,
        ...(allowed.includes("pay") ? { href: "#pay", label: "去缴费" } : {}),
      };
    case 5:
      return { title: "财务正在确认", text: "一般需要 1 至 2 个工作日，确认后立即生成会员证。" };
    case 6:
      return {
        title: "缴费凭证需要重新提交",
        text: `${sign.opinion} ${until}`,
        ...(fee ? { href: "#pay", label: "重新提交" } : {}),
      };
    case 7:
      return { title: "申请已办结", text: `办结时间 ${sign.doneAt ?? ""}` };
    case 8:
      return { title: "申请未通过", text: `${sign.opinion} 30 天后可以再次申请。` };
    case 10:
      return {
        title: "申请已逾期关闭",
        text: "如已缴费请联系会员部恢复；也可以重新申请。",
        href: APPLY,
        label: "重新申请",
      };
    case 11:
      return { title: "入会已撤销", text: sign.opinion };
    default:
      return { title: "申请已撤回", text: "可以随时重新申请。", href: APPLY, label: "重新申请" };
  }
}

/** The application, and the one button that always says the next step. */
export function StatusCard({ info, phone }: Props): ReactElement {
  const { sign } = info;
  const { title, text, href, label } = toldOf(info);
  return (
    <section className="mine-card" data-state={sign?.state}>
      {sign ? (
        <p className="mine-meta">
          {`${TYPE_NAMES[sign.memberType]}${KIND_NAMES[sign.kind]} · ${sign.levelName || "未选级别"} · 申请号 ${sign.applyNo}`}
        </p>
      ) : null}
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="mine-ways">
        {href ? (
          <a className="btn btn-primary" href={href}>
            {label}
          </a>
        ) : null}
        <a className="link" href={`tel:${phone.replace(/转.*|[^\d+]/g, "")}`}>
          {`咨询 ${phone}`}
        </a>
      </div>
    </section>
  );
}
