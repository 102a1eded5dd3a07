import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { focusPageIfLost } from '../ui/focus-page.ts';

/** Goes to a page and keeps the focus on something. */
export function useGo(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  return useCallback<typeof navigate>((options) => navigate(options).then(focusPageIfLost), [navigate]);
}
