/** The back office's sign: the society's roof over a heart, cut into a seal. Drawn by hand. */
export function Seal({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <rect width="26" height="26" rx="5" fill="#C6432F" />
      <path d="M4.5 12.2C9 11 11.6 8.6 13 5.6c1.4 3 4 5.4 8.5 6.6" className="o-seal-line" />
      <path d="M7 14.4a6 6 0 0 0 12 0" className="o-seal-line" />
      <circle cx="13" cy="13.6" r="2.2" fill="#fff" />
    </svg>
  );
}
