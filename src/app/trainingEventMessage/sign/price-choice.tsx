import { dayInWords } from "#src/lib/text/dates.ts";
import type { PriceRow } from "../../activity/wire.ts";

type Props = {
  readonly prices: readonly PriceRow[];
  readonly chosen: string;
  readonly hasMemberPrice: boolean;
  readonly error: string | undefined;
  readonly onChoose: (key: string) => void;
};

const brief = (amount: string) => amount.replace(/\.00$/, "");

/** One line of the fee table. */
export function PriceChoice({ prices, chosen, hasMemberPrice, error, onChoose }: Props) {
  return (
    <fieldset className="sign-prices" aria-invalid={error ? true : undefined}>
      <legend>费用</legend>
      {prices.map(({ key, name, amount, memberAmount, untilDate, isOpen }) => {
        const own = hasMemberPrice && memberAmount !== null ? memberAmount : amount;
        return (
          <label key={key}>
            <input
              type="radio"
              name="priceId"
              value={key}
              checked={chosen === key}
              disabled={!isOpen}
              onChange={() => onChoose(key)}
            />
            <span>
              {name} <b>{brief(own)} 元</b>
              {own === amount ? "" : `（会员价，原价 ${brief(amount)} 元）`}
              {untilDate ? `，${dayInWords(untilDate)}前` : ""}
              {isOpen ? "" : "（已过期）"}
            </span>
          </label>
        );
      })}
      {error ? <p className="field-error">{error}</p> : null}
    </fieldset>
  );
}
