import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../texts/index.ts";

/** Says when things are saved, and when they are not. */
export function Toaster({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={5000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-20 z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2 md:bottom-6">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="float flex items-start gap-3 p-3">
      {toast.type === "error" ? (
        <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      ) : (
        <CircleCheck size={16} className="mt-0.5 shrink-0 text-up" aria-hidden="true" />
      )}
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="font-medium" />
        <Toast.Description className="text-quiet" />
      </Toast.Content>
      <Toast.Close aria-label={t.close} className="text-faint hover:text-ink">
        <X size={14} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ));
}

export function useToast(): { say: (title: string) => void; complain: (error: unknown) => void } {
  const { add } = Toast.useToastManager();
  return {
    say: (title) => void add({ title }),
    complain: (error) =>
      void add({
        type: "error",
        title: t.errors.notSaved,
        description: error instanceof Error ? error.message : t.errors.unknown,
        priority: "high",
      }),
  };
}
