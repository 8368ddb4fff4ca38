const telephone = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;

/** Telephone link; the number stays readable as it is written in the settings. */
export function Telephone({ phone, className }: { phone: string; className?: string }) {
  return (
    <a href={telephone(phone)} className={className}>
      {phone}
    </a>
  );
}
