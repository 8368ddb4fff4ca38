// Line drawings of the empty and error states, drawn by hand.

const frame = { width: 72, height: 72, viewBox: "0 0 72 72", className: "o-picture" } as const;

export function DocumentPicture() {
  return (
    <svg {...frame} aria-hidden="true">
      <path d="M18 10h26l12 12v40H18z" className="o-picture-fill" />
      <path d="M44 10v12h12M26 34h22M26 43h22M26 52h13" />
    </svg>
  );
}

export function CloudPicture() {
  return (
    <svg {...frame} aria-hidden="true">
      <path
        d="M20 50a12 12 0 0 1-1-24 17 17 0 0 1 33-3 13.5 13.5 0 0 1 1 27z"
        className="o-picture-fill"
      />
      <path d="m38 32-6 9h8l-5 10" className="o-picture-warn" />
    </svg>
  );
}

export function LockPicture() {
  return (
    <svg {...frame} aria-hidden="true">
      <path d="M25 32V22a11 11 0 0 1 22 0v10" />
      <rect x="17" y="32" width="38" height="28" rx="3" className="o-picture-fill" />
      <circle cx="36" cy="44" r="3.5" />
      <path d="M36 47.5V52" />
    </svg>
  );
}

export function TrayPicture() {
  return (
    <svg {...frame} aria-hidden="true">
      <path d="M10 36 18 14h36l8 22v22H10z" className="o-picture-fill" />
      <path d="M10 36h15l4 8h14l4-8h15" />
      <path d="m28 23 6 6 11-11" className="o-picture-good" />
    </svg>
  );
}
