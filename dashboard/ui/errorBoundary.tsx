import { Component, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Button, Empty } from "./basics.tsx";

interface BoundaryProps {
  readonly children: ReactNode;
}

/** React knows no other form of it than a class. */
class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Empty title="This page could not be shown">
        <p>It may be that a new version was deployed in the meantime.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Empty>
    );
  }
}

/** A page that fails takes down neither the menu nor the next page. */
export const ErrorBoundary = ({ children }: BoundaryProps) => {
  const [path] = useLocation();
  return <Boundary key={path}>{children}</Boundary>;
};
