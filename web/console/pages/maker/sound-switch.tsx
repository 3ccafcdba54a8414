import type { ReactNode } from 'react';
import { useText } from '../../text/locale.tsx';
import { tell } from '../../ui/toast.tsx';

export function SoundSwitch({
  isOn,
  turn,
}: {
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
}): ReactNode {
  const words = useText().maker.now;
  const toggle = () => {
    turn(!isOn);
    tell(isOn ? words.soundOff : words.soundOn);
  };
  return (
    <button type="button" role="switch" className="switch" aria-checked={isOn} onClick={toggle}>
      <span className="track" aria-hidden="true" />
      <span>{words.sound}</span>
    </button>
  );
}
