import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { useText } from '../text/locale.tsx';
import { Icon } from './icon.tsx';

const manager = Toast.createToastManager();

/** Says in passing that something was done. What failed is said where it was tried, unless there is no place for it. */
export function tell(title: string, type: 'done' | 'fault' = 'done'): void {
  manager.add({ title, type, timeout: type === 'done' ? 4_000 : 8_000 });
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
      <Icon name={toast.type === 'fault' ? 'warning' : 'check'} />
      <Toast.Title className="toast-title" />
      <Toast.Close className="button ghost icon-only" aria-label={text.shell.close}>
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
