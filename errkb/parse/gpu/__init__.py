"""Accelerators: CUDA and its libraries, NCCL, the NVIDIA driver, HIP."""
