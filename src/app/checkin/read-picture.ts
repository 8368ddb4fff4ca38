type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };

declare global {
  interface Window {
    /** Chrome and Safari have it on phones; the types of the DOM do not. */
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  }
}

/** The text of the QR code in a picture of the camera; empty where there is none. */
export type Reader = (video: HTMLVideoElement) => Promise<string>;

/** Enough for a code that fills a third of the picture, and quick on a cheap phone. */
const WIDTH = 640;

/** The browser's own BarcodeDetector, else jsqr, which is fetched when a camera is first opened. */
export async function openReader(): Promise<Reader> {
  const Native = window.BarcodeDetector;
  const formats = await Native?.getSupportedFormats().catch((): string[] => []);
  if (Native && formats?.includes("qr_code")) {
    const detector = new Native({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? "";
  }
  const { default: readCode } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    if (!paper || video.videoWidth === 0) return "";
    const scale = Math.min(1, WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    paper.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = paper.getImageData(0, 0, canvas.width, canvas.height);
    return readCode(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? "";
  };
}
