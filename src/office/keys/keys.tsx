/** A key as it is printed on one. */
export function Key({ children }: { children: string }) {
  return <kbd className="o-key">{children}</kbd>;
}
