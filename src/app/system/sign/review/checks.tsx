import { CheckCircleFilled, ExclamationCircleFilled } from "@ant-design/icons";
import { Checkbox } from "antd";
import { useState } from "react";
import type { Info, SignWhole, StaffChecks } from "../wire.ts";

type Line = { what: string; given: string; found: string; isGood: boolean };

const others = (list: readonly string[], none: string): string =>
  list.length === 0 ? none : `${list.slice(0, 3).join("、")}${list.length > 3 ? " 等" : ""}`;

/** What the program checked of the application itself. */
function linesOf(sign: SignWhole, checks: StaffChecks): Line[] {
  const isPerson = sign.memberType === "01";
  const number = String((isPerson ? sign.form.idNo : sign.form.creditCode) ?? "");
  const lines: Line[] = [
    {
      what: isPerson ? "证件号码" : "信用代码",
      given: number,
      found:
        checks.sameNumber.length === 0
          ? "校验正确，未重复"
          : `重复：${others(checks.sameNumber, "")}`,
      isGood: checks.sameNumber.length === 0,
    },
    {
      what: "重名",
      given: sign.name,
      found: others(checks.sameName, "未发现同名会员或申请"),
      isGood: checks.sameName.length === 0,
    },
  ];
  if (checks.photo) {
    const { width, height } = checks.photo;
    const isGood = width >= 295 && height >= 413;
    lines.push({
      what: "照片",
      given: `${width}×${height}`,
      found: isGood ? "尺寸符合要求" : "小于 295×413 像素",
      isGood,
    });
  }
  return lines;
}

/** What a person compares with the papers; kept while the page is open. */
const TICKS: Readonly<Record<string, readonly string[]>> = {
  "01": ["姓名与证件、申请表一致", "照片为近期正面免冠照"],
  "02": ["单位名称与登记证书一致", "申请表已盖章，签字齐全"],
};

/** Checks of a review. */
export function ReviewChecks({ sign, checks }: { sign: SignWhole; checks: StaffChecks }) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <table className="sr-checks">
      <thead>
        <tr>
          <th scope="col">核对</th>
          <th scope="col">填写</th>
          <th scope="col">结果</th>
          <th scope="col">
            <span className="o-hidden">是否通过</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {linesOf(sign, checks).map(({ what, given, found, isGood }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{given || "—"}</td>
            <td data-bad={!isGood || undefined}>{found}</td>
            <td>
              <Sign isGood={isGood} />
            </td>
          </tr>
        ))}
        {(TICKS[sign.memberType] ?? []).map((text) => (
          <tr key={text}>
            <th scope="row">材料</th>
            <td colSpan={2}>
              <Checkbox
                checked={ticked.includes(text)}
                onChange={({ target }) =>
                  setTicked(
                    target.checked ? [...ticked, text] : ticked.filter((each) => each !== text),
                  )
                }
              >
                {text}
              </Checkbox>
            </td>
            <td>{ticked.includes(text) && <Sign isGood />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 应收 beside what the voucher says and what finance types. `received`: 实收, as typed. */
export function MoneyChecks({
  info,
  checks,
  received,
}: {
  info: Info & { sign: SignWhole };
  checks: StaffChecks;
  received: string;
}) {
  const { fee, payment, sign } = info;
  const due = fee ? (Number(fee.amount) - Number(fee.received)).toFixed(2) : "0.00";
  const typed = Number(received.replaceAll(",", ""));
  const hasTyped = received.trim() !== "" && Number.isFinite(typed);
  const difference = hasTyped ? typed - Number(due) : 0;
  const isEven = Math.abs(difference) < 0.005;
  const used = [...new Set([...checks.voucherUsed, ...checks.serialUsed])];
  const rows: {
    what: string;
    cells: string[];
    bad?: string | undefined;
    isGood: boolean | undefined;
  }[] = [
    {
      what: "金额",
      cells: [due, payment?.payAmount ?? "—", hasTyped ? typed.toFixed(2) : "—"],
      bad: isEven
        ? undefined
        : `${difference > 0 ? "多" : "少"} ${Math.abs(difference).toFixed(2)}`,
      isGood: isEven && (payment === null || Number(payment.payAmount) === Number(due)),
    },
    {
      what: "付款人",
      cells: [sign.name, payment?.payerName ?? "—", ""],
      isGood: payment === null || payment.payerName === sign.name,
    },
    {
      what: "参考码",
      cells: [
        fee?.reference ?? "—",
        payment?.remark.includes(fee?.reference ?? "-") ? "备注中有" : "请看附言",
        "",
      ],
      // Nothing here reads the transfer itself: somebody has to look.
      isGood: payment?.remark.includes(fee?.reference ?? "-") || undefined,
    },
    {
      what: "凭证与流水",
      cells: ["未使用过", payment?.bankSerial || "—", ""],
      bad: used.length > 0 ? `已用于 ${others(used, "")}` : undefined,
      isGood: used.length === 0,
    },
  ];
  return (
    <table className="sr-checks">
      <thead>
        <tr>
          <th scope="col">核对</th>
          <th scope="col">应收</th>
          <th scope="col">凭证</th>
          <th scope="col">实收</th>
          <th scope="col">
            <span className="o-hidden">是否通过</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, cells, bad, isGood }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            {cells.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their column
              <td key={at} data-bad={(bad && at === 2) || undefined}>
                {text} {at === 2 && bad}
              </td>
            ))}
            <td>{isGood !== undefined && <Sign isGood={isGood && !bad} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Sign = ({ isGood }: { isGood: boolean }) =>
  isGood ? (
    <CheckCircleFilled className="sr-good" aria-label="通过" />
  ) : (
    <ExclamationCircleFilled className="sr-bad" aria-label="请留意" />
  );
