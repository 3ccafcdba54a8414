import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { useText } from '../text/locale.tsx';
import { Icon } from './icon.tsx';

const manager = Toast.createToastManager();

/** Says in passing that something was done. What failed is said where it was tried, and stays there. */
export function tell(title: string): void {
  manager.add({ title, timeout: 4_000 });
}

export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList(): ReactNode {
  const text = useText();
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Icon name="check" />
      <Toast.Title className="toast-title" />
      <Toast.Close className="button ghost icon-only" aria-label={text.shell.close}>
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
