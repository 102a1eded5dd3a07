import { useState } from 'react';
import classes from './avatar.module.css';
import { initialsOf } from './initials.ts';

interface Props {
  readonly name: string;
  /** address of a picture */
  readonly src?: string | null;
  /** 38, 56 or 96 pixels */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A round picture of a person whose name is beside it, or the initials, also if the picture does not load. */
export function Avatar({ name, src = null, size = 'sm' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={classes.avatar} data-size={size} aria-hidden="true">
      {src === null || src === failed ? initialsOf(name) : <img src={src} alt="" onError={() => setFailed(src)} />}
    </span>
  );
}
