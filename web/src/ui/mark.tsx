/** The mark of Lectern, an open book on a lectern, in the color of the text. The same shapes are in favicon.svg. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="5 6 22 22" fill="currentColor" aria-hidden="true">
      <path d="M6 8l9 3v8l-9-3zM26 8l-9 3v8l9-3zM14 20h4v4h-4zM10 24h12v2H10z" />
    </svg>
  );
}
