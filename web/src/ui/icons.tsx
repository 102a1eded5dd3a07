import type { ReactNode } from 'react';

function icon(paths: ReactNode) {
  return function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {paths}
      </svg>
    );
  };
}

const STAR = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z';

export const BookIcon = icon(
  <path d="M4 5.5A2.5 2.5 0 0 1 6.500 3H20v15H6.500A2.5 2.5 0 0 0 4 20.500zM4 20.500A2.500 2.500 0 0 0 6.500 21H20" />,
);
export const PeopleIcon = icon(
  <path d="M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.5-3.500 3-5.500 6.500-5.500s6 2 6.500 5.500M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.800c2 .8 3.200 2.600 3.500 5.200" />,
);
export const PulseIcon = icon(<path d="M3 12h4l3-8 4 16 3-8h4" />);
export const PersonIcon = icon(
  <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.8-4 3.700-6 7.500-6s6.700 2 7.500 6" />,
);
export const SlidersIcon = icon(
  <path d="M4 7h8M18 7h2M4 17h2M12 17h8M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z" />,
);
export const StarIcon = icon(<path d={STAR} />);
export const StarFilledIcon = icon(<path d={STAR} fill="currentColor" />);
export const ViewIcon = icon(
  <path d="M7 3.500h10a1.500 1.500 0 0 1 1.500 1.500v15.500l-6.500-4.500-6.500 4.500V5A1.500 1.500 0 0 1 7 3.500z" />,
);
export const TagIcon = icon(
  <path d="M3.5 3.5h8l9 9a1.500 1.500 0 0 1 0 2.100l-5.900 5.900a1.500 1.500 0 0 1-2.100 0l-9-9zM8 8h.01" />,
);
export const NoteIcon = icon(<path d="M4.500 4.500h15v10l-5 5h-10zM19.500 14.500h-5v5M8 9h8M8 13h4" />);
export const EyeIcon = icon(
  <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />,
);
export const PdfIcon = icon(
  <path d="M14 3H6.500A1.500 1.500 0 0 0 5 4.500v15A1.500 1.500 0 0 0 6.500 21h11a1.500 1.500 0 0 0 1.500-1.500V8zM14 3v5h5M9 13h6M9 17h6" />,
);
export const SearchIcon = icon(
  <path d="M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L21 21" />,
);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6L6 18" />);
export const PreviousIcon = icon(<path d="M15 5l-7 7 7 7" />);
export const NextIcon = icon(<path d="M9 5l7 7-7 7" />);
export const ThemeIcon = icon(<path d="M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18" />);
export const KeyboardIcon = icon(<path d="M3 6.500h18v11H3zM6.500 10h.01M10 10h.01M14 10h.01M17.500 10h.01M8 14h8" />);
export const ShieldIcon = icon(
  <path d="M12 3l7.500 2.500v6c0 4.500-3 7.800-7.500 9.500-4.500-1.700-7.500-5-7.500-9.500v-6zM9 12l2 2 4-4" />,
);
export const SunIcon = icon(
  <path d="M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400" />,
);
export const FilterIcon = icon(<path d="M4 6h16M7 12h10M10 18h4" />);
export const PublishedIcon = icon(<path d="M12 15.500V4M6.500 9.500L12 4l5.500 5.500M4.500 20h15" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const CheckIcon = icon(<path d="M4.500 12.500l5 5 10-11" />);
