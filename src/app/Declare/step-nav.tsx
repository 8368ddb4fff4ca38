import type { ReactElement } from "react";
import { Link } from "react-router";
import { CHILDREN, type Child, childHref, OF_ITEM } from "./children.ts";

type Props = { readonly child: Child; readonly id: number | undefined };

/** The children as steps; those of one declaration are reached once it is chosen. */
export function StepNav({ child, id }: Props): ReactElement {
  return (
    <nav className="declare-steps" aria-label="申报步骤">
      <ol>
        {(Object.keys(CHILDREN) as Child[]).map((each, index) => {
          const isOfItem = OF_ITEM.includes(each);
          const words = (
            <>
              <b aria-hidden="true">{index + 1}</b>
              <span>{CHILDREN[each].step}</span>
            </>
          );
          return (
            <li key={each} data-here={each === child ? "" : undefined}>
              {isOfItem && id === undefined ? (
                <span className="declare-step" data-off="">
                  {words}
                </span>
              ) : (
                <Link
                  className="declare-step"
                  to={childHref(each, isOfItem ? id : undefined)}
                  preventScrollReset
                  aria-current={each === child ? "step" : undefined}
                >
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
