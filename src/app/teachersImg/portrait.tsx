import { Cover } from "#src/site/reading/cover.tsx";

type PortraitProps = {
  readonly name: string;
  /** Path of the photo; empty: the first character of the name stands in its place. */
  readonly picture: string;
  /** In CSS pixels. */
  readonly width: number;
};

/** The upright picture of a person, as decoration beside the name. */
export function Portrait({ name, picture, width }: PortraitProps) {
  return (
    <div className="portrait" style={{ width }}>
      {picture ? (
        <Cover
          articleId={0}
          cover={picture}
          motif=""
          palette=""
          width={width}
          height={Math.round((width * 4) / 3)}
        />
      ) : (
        <span aria-hidden="true">{[...name][0]}</span>
      )}
    </div>
  );
}
