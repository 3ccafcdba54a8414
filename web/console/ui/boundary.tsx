import { Component, type ReactNode } from 'react';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './states.tsx';

/** A page that breaks does not take the frame along. Most often a new version was deployed and an old part is gone. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

function Failed(): ReactNode {
  const text = useText();
  return (
    <EmptyState title={text.shell.broken} hint={text.shell.brokenHint}>
      <Button onClick={() => window.location.reload()}>{text.shell.reload}</Button>
    </EmptyState>
  );
}
