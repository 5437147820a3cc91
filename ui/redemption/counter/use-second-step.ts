import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { newestAddress } from '../../lib/list-state.ts';

/**
 * An entry of the browser's history for the second step, so that Back leads from it to the first step.
 * @param onBack called when the user has pressed Back in the second step
 */
export function useSecondStep(onBack: () => void) {
  const navigate = useNavigate();
  const isEntered = useRef(false);
  const newestOnBack = useRef(onBack);
  newestOnBack.current = onBack;
  useEffect(() => {
    const onPop = () => {
      if (!isEntered.current) return;
      isEntered.current = false;
      newestOnBack.current();
    };
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('popstate', onPop);
      // An answer that arrives on another screen stays there.
      isEntered.current = false;
    };
  }, []);
  return {
    enter() {
      isEntered.current = true;
      // The filters of the list beside it stay.
      void navigate({ search: newestAddress().toString() });
    },
    leave() {
      if (!isEntered.current) return;
      isEntered.current = false;
      void navigate(-1);
    },
  };
}
