import type { Pose, ViewerElements } from '../src/features/gallery/details/viewer/image-viewer';

/** A viewer of 390 × 400 whose middle is at (195, 250); enlarged it takes the window, with the middle at (195, 422). */
export function viewerBody() {
  const body = {
    large: false,
    top: true,
    pose: null as Pose | null,
    has: true,
    viewer: () =>
      body.large
        ? { width: 390, height: 844, middle: { x: 195, y: 422 } }
        : { width: 390, height: 400, middle: { x: 195, y: 250 } },
    image: () => (body.has ? { shown: { width: 360, height: 360 }, pixels: { width: 1080, height: 1080 } } : null),
    isAtTop: () => body.top,
    windowWidth: () => 390,
    enlarge: (on: boolean) => void (body.large = on),
    paint: (pose: Pose) => void (body.pose = pose),
    glide: async (pose: Pose) => {
      body.pose = pose;
      await Promise.resolve();
    },
  };
  return body satisfies ViewerElements;
}
