export const Logo = ({ className = "size-6" }: { className?: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden className={className}>
    <rect width="24" height="24" rx="6" className="fill-accent-solid" />
    <g fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round">
      <path d="M9.5 9.5 14.5 7M9.5 12.5 14.5 16" />
    </g>
    <g fill="#fff">
      <circle cx="7.5" cy="11" r="2.6" />
      <circle cx="16.5" cy="6.5" r="2" />
      <circle cx="16.5" cy="17" r="2" />
    </g>
  </svg>
);
