import { redirect } from "react-router";

/** Unknown paths redirect to /404 (specification 2). */
export function loader() {
  throw redirect("/404");
}

export default function Unknown() {
  return null;
}
