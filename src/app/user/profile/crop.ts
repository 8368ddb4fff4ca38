/** Zoom from 1 (the shorter side fills the stage); x and y move the picture, in stage pixels. */
export type Crop = { zoom: number; x: number; y: number };
type Size = { width: number; height: number };

/** Where the picture lies on a square stage of `stage` pixels. */
export function drawnAt({ zoom, x, y }: Crop, image: Size, stage: number) {
  const scale = (stage / Math.min(image.width, image.height)) * zoom;
  const width = image.width * scale;
  const height = image.height * scale;
  return { left: (stage - width) / 2 + x, top: (stage - height) / 2 + y, width, height };
}

/** The crop moved so that the picture covers the whole stage. */
export function clamped(crop: Crop, image: Size, stage: number): Crop {
  const { width, height } = drawnAt(crop, image, stage);
  const within = (value: number, size: number) => {
    const room = Math.max(0, (size - stage) / 2);
    return Math.min(room, Math.max(-room, value));
  };
  return { zoom: crop.zoom, x: within(crop.x, width), y: within(crop.y, height) };
}
