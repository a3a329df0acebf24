import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";

type Common = { label: ReactNode; hint?: ReactNode; error?: string | null | undefined };

function Frame({ id, label, hint, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.8125rem] font-medium">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="mt-1 text-xs text-faint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const described = (id: string, { hint, error }: Common) => ({
  id,
  className: "field",
  "aria-invalid": error ? true : undefined,
  "aria-describedby": hint || error ? `${id}-note` : undefined,
});

export function TextField({ label, hint, error, ...input }: Common & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...described(id, { label, hint, error })} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, ...input }: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea {...input} {...described(id, { label, hint, error })} />
    </Frame>
  );
}

export function Choice({ label, hint, error, children, ...input }: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select {...input} {...described(id, { label, hint, error })}>
        {children}
      </select>
    </Frame>
  );
}

export function Check({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input type="checkbox" id={id} {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <label htmlFor={id}>
        {label}
        {hint && <span className="block text-xs text-faint">{hint}</span>}
      </label>
    </div>
  );
}
