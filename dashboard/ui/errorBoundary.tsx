import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Button, Empty } from "./basics.tsx";

interface BoundaryProps {
  readonly children: ReactNode;
}

/** React only supports error boundaries as classes. */
class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Empty title="Something went wrong">
        <p>A new version may have been deployed. Reload to continue.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Empty>
    );
  }
}

/** A page that fails leaves the menu and other pages working. */
export const ErrorBoundary = ({ children }: BoundaryProps) => {
  const [path] = useLocation();
  return <Boundary key={path}>{children}</Boundary>;
};
