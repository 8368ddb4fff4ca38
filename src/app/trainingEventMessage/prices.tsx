import { REFUND_RULE } from "#src/lib/activity/refund.ts";
import { dayInWords } from "#src/lib/text/dates.ts";
import type { ActivityInfo } from "../activity/wire.ts";

const yuan = (amount: string) => `${amount.replace(/\.00$/, "")} 元`;

/** The fee table. */
export function Prices({ row }: { readonly row: ActivityInfo }) {
  const { prices, needPay } = row;
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">费用</h2>
      {!needPay || prices.length === 0 ? (
        <p>本活动不收取费用。</p>
      ) : (
        <table className="event-prices">
          <thead>
            <tr>
              <th scope="col">费用</th>
              <th scope="col">金额</th>
              <th scope="col">会员</th>
              <th scope="col">期限</th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ key, name, amount, memberAmount, untilDate, isOpen }) => (
              <tr key={key} data-closed={isOpen ? undefined : ""}>
                <th scope="row">{name}</th>
                <td>{yuan(amount)}</td>
                <td>{memberAmount === null ? "相同" : yuan(memberAmount)}</td>
                <td>
                  {untilDate ? `${dayInWords(untilDate)}前` : "报名截止前"}
                  {isOpen ? "" : "（已过期）"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {needPay ? (
        <p className="event-note">
          费用以提交缴费凭证当日为准，会员价按当日会籍是否有效计算。{REFUND_RULE}
        </p>
      ) : null}
    </section>
  );
}
