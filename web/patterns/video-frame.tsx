/** A video in YouTube's own player without cookies, which begins at once. Only for after a press: until then nothing is asked of it. */
export function VideoFrame({ title, code }: { title: string; code: string }) {
  return (
    <iframe
      title={title}
      src={`https://www.youtube-nocookie.com/embed/${code}?autoplay=1&rel=0`}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="block aspect-video w-full border-0"
    />
  );
}
