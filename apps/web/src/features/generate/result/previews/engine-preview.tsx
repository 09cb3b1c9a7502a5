/** The image at one of its stages, over the whole frame. */
export function EnginePreview({ src }: { src: string }) {
  return <img src={src} alt="" className="absolute inset-0 size-full blurred scale-105 object-cover" />;
}
