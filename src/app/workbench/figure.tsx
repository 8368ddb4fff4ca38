/** One number with what it means. */
export function Figure({
  title,
  value,
  unit,
  note,
}: {
  title: string;
  value: number;
  unit: string;
  note: string;
}) {
  return (
    <div className="o-block wb-figure">
      <div>
        <h2>{title}</h2>
        <p className="wb-number">
          {value.toLocaleString("zh-CN")} <small>{unit}</small>
        </p>
        <p className="o-note">{note}</p>
      </div>
    </div>
  );
}
